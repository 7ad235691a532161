# Nothing here is for Python: a part of the kernel, for other extension modules.
