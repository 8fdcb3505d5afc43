import { createContext } from 'react'

export const WholeView = createContext(false)
