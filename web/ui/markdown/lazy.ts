import { useEffect, useState } from 'react'

/** A module that is fetched when it is first needed, and at hand from then on, without a blink in between. */
export function lazily<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined
  /** The module, or undefined while it is on its way. */
  return function useModule(wanted: boolean): Module | undefined {
    const [, arrive] = useState(loaded !== undefined)
    useEffect(() => {
      if (!wanted || loaded) return
      let current = true
      load()
        .then((module) => {
          loaded = module
          if (current) arrive(true)
        })
        .catch(() => undefined) // What it would have shown stays readable as its source.
      return () => {
        current = false
      }
    }, [wanted])
    return wanted ? loaded : undefined
  }
}
