export const JUMP_KEYS = 'mod+k'
export const NEW_CHAT_KEYS = 'mod+shift+o'
