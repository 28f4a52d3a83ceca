#include <sqlite3.h>

// Swift cannot call variadic C functions: one wrapper for each use.
static inline int perennial_sqlite3_set_lookaside(sqlite3 *db, int size, int count) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, size, count);
}
