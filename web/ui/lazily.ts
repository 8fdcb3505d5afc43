import { useEffect, useRef, useState } from 'react'

/** A module that is fetched when it is first needed, and at hand from then on, without a blink in between. */
export function lazily<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined
  /**
   * The module, or undefined while it is on its way.
   *
   * @param onFailure It can't be fetched now; it is tried again when it is wanted anew.
   */
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
