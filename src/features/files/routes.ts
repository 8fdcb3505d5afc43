import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { managedPart } from '#ground/api/managed.ts'
import { checkHubFile, listHubFiles, readHubFile, saveHubFile } from './contract.ts'
import type { EditableFiles } from './files.ts'

/** Only managers of the Hub may use these routes. */
export const filesFeature = (hubs: ReadonlyMap<string, EditableFiles>): ConsoleFeature => ({
  routes(app) {
    app.handle(listHubFiles, ({ caller, query }) => managedPart(hubs, caller, query.hub).list())
    app.handle(readHubFile, ({ caller, query }) =>
      managedPart(hubs, caller, query.hub).view(query.path, caller),
    )
    app.handle(checkHubFile, ({ caller, body }) => ({
      problems: managedPart(hubs, caller, body.hub).problemsOf(body.path, body.text),
    }))
    app.handle(saveHubFile, ({ caller, body, requestId }) =>
      managedPart(hubs, caller, body.hub).save({ ...caller, requestId }, body),
    )
  },
})
