export { moveChatsBack } from './move/chats.ts'
export { moveFilesToBucket } from './move/files.ts'
export { moveInboxBack } from './move/inbox.ts'
export { moveDatabase } from './move/database.ts'
