import { lazyRouteComponent } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { PEOPLE_SORT } from '#ground/api/list-sorts.ts'
import { sortReaders } from '../kit/order.ts'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch, oneOf, pageNumber, search, text } from '../kit/search.ts'

export const people = page({
  path: '/people',
  texts: () => pages.people,
  icon: UsersRound,
  search: search({
    hub: text,
    q: text,
    page: pageNumber,
    status: oneOf(['active', 'pending', 'blocked', 'unknown']),
    role: oneOf(['user', 'admin']),
    permission: text,
    ...sortReaders(PEOPLE_SORT),
  }),
  component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage'),
})

export const person = page({
  path: '/people/$subject',
  below: '/people',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./person-page.tsx'), 'PersonPage'),
})
