import { createContext } from 'react'

/** Links to chat files become addresses that the reader's session can open. */
export const LinkAddress = createContext<(href: string, hub: string | undefined) => string>((href) => href)
