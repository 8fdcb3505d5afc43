/** A key for display to administrators: enough to identify it, too little to use it. */
export const masked = (key: string): string =>
  key === '' ? '' : `••••${key.length > 12 ? key.slice(-4) : ''}`

/** Whether a form field still holds the mask of this key, so that the key stays as it is. */
export const isMaskOf = (text: string, key: string): boolean => text !== '' && text === masked(key)
