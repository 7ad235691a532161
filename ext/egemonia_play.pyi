# Nothing here is for Python: the module serves other extension modules.
