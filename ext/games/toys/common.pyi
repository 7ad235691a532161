FITS: int
MALFORMED: int
NOT_NOW: int
