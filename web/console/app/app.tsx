import { RouterProvider } from '@tanstack/react-router'
import { Direction } from 'radix-ui'
import { useSpoken } from '../../ui/language.ts'
import type { createAppRouter } from './router.tsx'

export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const { tag, direction } = useSpoken()
  return (
    <Direction.Provider dir={direction}>
      <RouterProvider key={tag} router={router} />
    </Direction.Provider>
  )
}
