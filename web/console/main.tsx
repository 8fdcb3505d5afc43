import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiProvider } from '../ui/api.ts'
import '../ui/base.css'
import { showPage } from '../ui/show-page.tsx'
import { createConsoleQueryClient } from './app/client.ts'
import { createAppRouter } from './app/router.tsx'
import { call, errorText } from './kit/api.ts'

const client = createConsoleQueryClient({ onLostAccess: () => void router.invalidate() })
const router = createAppRouter({ client })
const api = { call, errorText }

showPage(
  <QueryClientProvider client={client}>
    <ApiProvider value={api}>
      <RouterProvider router={router} />
    </ApiProvider>
  </QueryClientProvider>,
)
