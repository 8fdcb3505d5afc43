import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import { AuthPage } from '../session/auth-page.tsx'

const route = getRouteApi('/auth')

export function AuthRoute() {
  const { error } = route.useSearch()
  const router = useRouter()
  useEffect(() => {
    document.title = 'Hub Service'
  }, [])
  // The route itself sends whoever is signed in to where they wanted to go.
  return (
    <TooltipProvider>
      <AuthPage error={error} onEntered={() => void router.invalidate()} />
    </TooltipProvider>
  )
}
