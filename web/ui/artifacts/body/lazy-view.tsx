import { useState, type ComponentType } from 'react'
import { lazily } from '../../lazily.ts'
import { BodyFailure, BodyLoading } from './body-states.tsx'

export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const useView = lazily(load)
  return function LazyView(props: Props) {
    const [isAway, setAway] = useState(false)
    const View = useView(!isAway, () => setAway(true))
    if (isAway) return <BodyFailure error={null} onRetry={() => setAway(false)} />
    return View ? <View {...props} /> : <BodyLoading />
  }
}
