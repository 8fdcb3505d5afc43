import { createContext } from 'react'

/**
 * Maps the address of a link or picture in a text. In a conversation, links to chat files become addresses that the
 * reader's session can open.
 */
export const LinkAddress = createContext<(href: string, hub: string | undefined) => string>((href) => href)
