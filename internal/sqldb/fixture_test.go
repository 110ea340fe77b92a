package sqldb_test

import ()
