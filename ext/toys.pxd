"""Small games with known solutions, by which the search is checked: what their kernels share."""

# Why a token cannot be, for all of them; engine/toys has the words.
cdef enum Misfit:
    FITS = 0
    MALFORMED = 1
    NOT_NOW = 2


cdef inline void set_shares(float* per_team, double first) noexcept nogil:
    """Two teams: the first one's share, and the rest."""
    per_team[0] = first
    per_team[1] = 1 - per_team[0]
