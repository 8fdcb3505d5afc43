import { createContext } from 'react'

/** The address that a link or a picture of a text opens. Around a conversation the app replaces links to files by addresses of the session. */
export const LinkAddress = createContext<(href: string, hub: string | undefined) => string>((href) => href)
