import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthPage } from '../session/auth-page.tsx'
import { LinkPage } from '../session/link-page.tsx'
import { mailLinkIn } from '../session/link-queries.ts'
import { configQuery, sessionRefusalQuery } from '../session/queries.ts'

const route = getRouteApi('/auth')

export function AuthRoute() {
  const { redirect, ...failed } = route.useSearch()
  const router = useRouter()
  const hasEnded = useRouterState({ select: ({ location }) => location.state.hasSessionEnded === true })
  const client = useQueryClient()
  const { data: config } = useQuery(configQuery)
  const { data: refusal } = useQuery(sessionRefusalQuery)
  const [link, setLink] = useMailLink()
  useEffect(() => {
    if (config) document.title = config.name
  }, [config])
  const enter = () => void router.invalidate()
  const leave = () => {
    setLink(null)
    void router.navigate({ to: '/auth', search: {}, replace: true })
  }
  if (link)
    return (
      <LinkPage
        key={link.token}
        link={link}
        onLeave={() => {
          client.clear() // the sessions of the account have ended
          leave()
        }}
        onEntered={leave}
      />
    )
  return (
    <AuthPage
      failed={failed}
      refusal={refusal ?? undefined}
      target={redirect}
      hasEnded={hasEnded}
      onEntered={enter}
    />
  )
}

/**
 * Removes the link from the address at once, so that the token stays in neither the history nor a bookmark. The router
 * keeps the fragment, because without it a signed-in person would leave this page.
 */
function useMailLink() {
  const [link, setLink] = useState(() => mailLinkIn(window.location.hash))
  useEffect(() => {
    const take = () => {
      const found = mailLinkIn(window.location.hash)
      if (!found) return
      setLink(found)
      // Not `history.replaceState`, which the router watches.
      History.prototype.replaceState.call(window.history, window.history.state, '', window.location.pathname)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return [link, setLink] as const
}
