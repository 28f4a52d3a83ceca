#include <sqlite3.h>

// Swift cannot call variadic C functions: one wrapper for each use.
static inline int perennial_sqlite3_set_lookaside(sqlite3 *db, int size, int count) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, size, count);
}

// The first page of the WAL-index of a database in WAL mode, as the connection has it mapped; NULL when it has none.
// It begins with a header of 48 bytes that every commit changes (SQLite, "WAL-mode File Format", section 2.1).
static inline const void *perennial_sqlite3_wal_index(sqlite3 *db) {
    sqlite3_file *file = 0;
    void volatile *page = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods
        || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &page) != SQLITE_OK) return 0;
    return (const void *)page;
}
