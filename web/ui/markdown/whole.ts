import { createContext } from 'react'

/** Nothing is folded: for paper, on which nobody unfolds. */
export const Whole = createContext(false)
