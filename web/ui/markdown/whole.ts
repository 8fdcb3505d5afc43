import { createContext } from 'react'

/** Nothing is collapsed: for print, where nothing can be expanded. */
export const WholeView = createContext(false)
