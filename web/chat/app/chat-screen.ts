// A separate chunk: the code that a signed-in person needs to read and write chats.
export { ChatRoute, HomeRoute } from './chat-routes.tsx'
export { Shell } from './shell.tsx'
