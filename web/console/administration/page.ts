import { lazyRouteComponent } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { hubSearch, oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

export const modelConnections = page({
  path: '/web-chat',
  title: 'Web chat models',
  railTitle: 'Settings',
  icon: SlidersHorizontal,
  words: 'settings model servers connections OpenAI Ollama API provider',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./models-page.tsx'), 'ModelsPage'),
})

export const signUp = page({
  path: '/web-chat/sign-up',
  title: 'Sign-up and banner',
  below: '/web-chat',
  settings: [
    { title: 'Who may make an account', words: 'sign-up registration register approval new accounts' },
    { title: 'Required second factor', words: 'two-step 2FA MFA TOTP passkey security' },
    { title: 'Banner above the web chat', words: 'announcement notice maintenance message' },
  ],
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
})

export const groups = page({
  path: '/web-chat/groups',
  title: 'Groups',
  below: '/people',
  words: 'teams members departments',
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
  title: 'Sign-ins',
  below: '/audit',
  words: 'logins log in failed attempts security',
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
  below: '/web-chat',
  words: 'identity SSO single sign-on OIDC SAML Google Microsoft login integrations OAuth',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./providers-page.tsx'), 'ProvidersPage'),
})

export const mail = page({
  path: '/web-chat/mail',
  title: 'Mail',
  below: '/web-chat',
  words: 'email e-mail SMTP server sender notices',
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./mail-page.tsx'), 'MailPage'),
})
