export const JUMP_KEYS = 'mod+k'
export const NEW_CHAT_KEYS = 'mod+shift+o'
export const SIDEBAR_KEYS = 'mod+shift+s'
export const MESSAGE_KEYS = 'shift+escape'
export const SHEET_KEYS = 'mod+/'
/** Opens the same list outside text fields. */
export const SHEET_KEY = '?'
