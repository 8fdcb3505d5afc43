/** In `<hub>/.chats` while its chats lie in the store. */
export const IN_STORE = '.in-store'
