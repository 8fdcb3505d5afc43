import { createContext, useContext } from 'react'
import type { CallRoute } from './call.ts'

export interface Api {
  call: CallRoute
  errorText(error: unknown): string
}

const ApiContext = createContext<Api | null>(null)

export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('no ApiProvider around')
  return api
}
