import { QueryClientProvider } from '@tanstack/react-query'
import '../ui/base.css'
import { startLanguage } from '../ui/language-choice.ts'
import { showPage } from '../ui/show-page.tsx'
import { App } from './app/app.tsx'
import { createClient } from './app/client.ts'
import { LANGUAGES } from './app/languages/languages.ts'
import { createAppRouter } from './app/router.tsx'

const { client, connection } = createClient()
const router = createAppRouter({ client, connection })

await startLanguage(LANGUAGES)
showPage(
  <QueryClientProvider client={client}>
    <App router={router} />
  </QueryClientProvider>,
)
