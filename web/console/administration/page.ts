import { lazyRouteComponent } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { hubSearch, oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

export const modelConnections = page({
  path: '/web-chat',
  title: 'Web chat settings',
  icon: SlidersHorizontal,
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./models-page.tsx'), 'ModelsPage'),
})

export const signUp = page({
  path: '/web-chat/sign-up',
  title: 'Sign-up and banner',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
})

export const groups = page({
  path: '/web-chat/groups',
  title: 'Groups',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})

export const group = page({
  path: '/web-chat/groups/$group',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})

export const signIns = page({
  path: '/web-chat/sign-ins',
  title: 'Sign-ins',
  audience: 'organization',
  search: search({
    hub: text,
    page: pageNumber,
    user: text,
    way: oneOf(['password', 'second_factor', 'passkey', 'provider', 'sign_up']),
    outcome: oneOf(['signed_in', 'refused']),
    ...spanReaders,
  }),
  component: lazyRouteComponent(() => import('./sign-ins-page.tsx'), 'SignInsPage'),
})

export const providers = page({
  path: '/web-chat/providers',
  title: 'Providers',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./providers-page.tsx'), 'ProvidersPage'),
})
