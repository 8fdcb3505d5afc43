import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProvider } from '../ui/api.ts'
import '../ui/base.css'
import { createClient } from './app/client.ts'
import { createAppRouter } from './app/router.tsx'
import { call, errorText } from './kit/api.ts'

const client = createClient({ onLostAccess: () => void router.invalidate() })
const router = createAppRouter({ client })
const api = { call, errorText }

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <RouterProvider router={router} />
      </ApiProvider>
    </QueryClientProvider>
  </StrictMode>,
)
