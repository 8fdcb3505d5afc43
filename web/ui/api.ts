import { createContext, useContext } from 'react'
import type { CallRoute } from './call.ts'

/** How the app around calls its server, for parts that both apps show. */
export interface Api {
  call: CallRoute
  /** A person's text for any error. */
  errorText(error: unknown): string
}

const ApiContext = createContext<Api | null>(null)

export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('no ApiProvider around')
  return api
}
