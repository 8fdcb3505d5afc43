import { lazyRouteComponent } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch, oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

export const modelConnections = page({
  path: '/web-chat',
  texts: () => pages.models,
  icon: SlidersHorizontal,
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./models-page.tsx'), 'ModelsPage'),
})

export const signUp = page({
  path: '/web-chat/sign-up',
  texts: () => pages.signUp,
  below: '/web-chat',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
})

export const groups = page({
  path: '/web-chat/groups',
  texts: () => pages.groups,
  below: '/people',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})

export const group = page({
  path: '/web-chat/groups/$group',
  below: '/people',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})

export const signIns = page({
  path: '/web-chat/sign-ins',
  texts: () => pages.signIns,
  below: '/audit',
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
  texts: () => pages.providers,
  below: '/web-chat',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./providers-page.tsx'), 'ProvidersPage'),
})

export const mail = page({
  path: '/web-chat/mail',
  texts: () => pages.mail,
  below: '/web-chat',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./mail-page.tsx'), 'MailPage'),
})
