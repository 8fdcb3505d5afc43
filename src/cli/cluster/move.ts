/** The implementation of `hub migrate …`, loaded together: its parts share most of their dependencies. */
export { migrateChats } from './move/chats.ts'
export { migrateFiles } from './move/files.ts'
export { migrateInbox } from './move/inbox.ts'
export { migrateStore } from './move/database.ts'
