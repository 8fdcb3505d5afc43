import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { Refused } from '#ground/api/errors.ts'
import { checkHubFile, listHubFiles, readHubFile, saveHubFile } from './contract.ts'
import type { Files } from './files.ts'

/**
 * The Console API's part on the files of a Hub, for those who manage it.
 *
 * @param hubs By slug.
 */
export const filesFeature = (hubs: ReadonlyMap<string, Files>): ConsoleFeature => ({
  routes(app) {
    const filesOf = ({ isOrganizationAdmin, manages }: ConsoleCaller, hub: string): Files => {
      if (!isOrganizationAdmin && !manages.includes(hub))
        throw new Refused('outside_ceiling', `You do not manage the Hub ${hub}.`)
      const files = hubs.get(hub)
      if (files) return files
      throw new Refused('not_found', `There are no files of a Hub “${hub}” here.`)
    }
    app.handle(listHubFiles, ({ caller, query }) => filesOf(caller, query.hub).list())
    app.handle(readHubFile, ({ caller, query }) => filesOf(caller, query.hub).view(query.path, caller))
    app.handle(checkHubFile, ({ caller, body }) => ({
      problems: filesOf(caller, body.hub).problemsOf(body.path, body.text),
    }))
    app.handle(saveHubFile, ({ caller, body, requestId }) =>
      filesOf(caller, body.hub).save({ ...caller, requestId }, body),
    )
  },
})
