/** The implementation of `hub migrate …`, loaded together: its parts share most of their dependencies. */
export { migrateChats } from './migrate/chats.ts'
export { migrateFiles } from './migrate/files.ts'
export { migrateInbox } from './migrate/inbox.ts'
export { migrateStore } from './migrate/store.ts'
