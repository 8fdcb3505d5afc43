import { createContext } from 'react'

/**
 * Maps the address of a link or picture in a text. Around a conversation, the app replaces links to chat files with
 * session addresses.
 */
export const LinkAddress = createContext<(href: string, hub: string | undefined) => string>((href) => href)
