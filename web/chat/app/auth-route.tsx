import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AuthPage } from '../session/auth-page.tsx'
import { configQuery, sessionRefusalQuery } from '../session/queries.ts'

const route = getRouteApi('/auth')

export function AuthRoute() {
  const { redirect, ...failed } = route.useSearch()
  const router = useRouter()
  const { data: config } = useQuery(configQuery)
  const { data: refusal } = useQuery(sessionRefusalQuery)
  useEffect(() => {
    if (config) document.title = config.name
  }, [config])
  return (
    <AuthPage
      failed={failed}
      refusal={refusal ?? undefined}
      target={redirect}
      onEntered={() => void router.invalidate()}
    />
  )
}
