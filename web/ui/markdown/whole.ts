import { createContext } from 'react'

/** Print view: nothing is collapsed. */
export const WholeView = createContext(false)
