import { createContext } from 'react'

/** True in the print view, which collapses nothing. */
export const WholeView = createContext(false)
