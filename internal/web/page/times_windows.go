package page

// Windows has no database of time zones that Go reads.
import _ "time/tzdata"
