/** The web chat keeps a signed-in browser's session in a cookie of this name. */
export const TOKEN_COOKIE = 'token'
