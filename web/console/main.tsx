import { QueryClientProvider } from '@tanstack/react-query'
import { ApiProvider } from '../ui/api.ts'
import '../ui/base.css'
import { startLanguage } from '../ui/language-choice.ts'
import { showPage } from '../ui/show-page.tsx'
import { App } from './app/app.tsx'
import { createConsoleQueryClient } from './app/client.ts'
import { LANGUAGES } from './app/languages/languages.ts'
import { createAppRouter } from './app/router.tsx'
import { call, errorText } from './kit/api.ts'

const client = createConsoleQueryClient({ onLostAccess: () => void router.invalidate() })
const router = createAppRouter({ client })
const api = { call, errorText }

// No top-level `await`: the catalogues import this module's chunk and would wait for it forever.
void startLanguage(LANGUAGES).then(() =>
  showPage(
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <App router={router} />
      </ApiProvider>
    </QueryClientProvider>,
  ),
)
