# Nothing here is for Python: the module holds the kernels for other extension modules.
