import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import '../ui/base.css'
import { showPage } from '../ui/show-page.tsx'
import { createClient } from './app/client.ts'
import { createAppRouter } from './app/router.tsx'

const client = createClient({ onLostAccess: () => void router.invalidate() })
const router = createAppRouter({ client })

showPage(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
