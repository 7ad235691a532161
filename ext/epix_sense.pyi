# Nothing here is for Python: the module holds parts of the kernel for other extension modules.
