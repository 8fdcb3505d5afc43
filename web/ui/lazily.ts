import { useEffect, useRef, useState } from 'react'

export function lazily<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined
  /** Undefined while the module loads. After a failure, the next use tries again. */
  return function useModule(wanted: boolean, onFailure?: () => void): Module | undefined {
    const [, arrive] = useState(loaded !== undefined)
    const failed = useRef(onFailure)
    useEffect(() => {
      failed.current = onFailure
    })
    useEffect(() => {
      if (!wanted || loaded) return
      let current = true
      load().then(
        (module) => {
          loaded = module
          if (current) arrive(true)
        },
        () => current && failed.current?.(),
      )
      return () => {
        current = false
      }
    }, [wanted])
    return wanted ? loaded : undefined
  }
}
