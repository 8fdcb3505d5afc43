import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { changeRoutes } from './routes/changes.ts'
import { chatAccessRoutes } from './routes/chat-access.ts'
import type { AccessRoutesDeps } from './routes/deps.ts'
import { explainRoutes } from './routes/explain.ts'
import { accessListRoutes } from './routes/list.ts'
import { hubPermissionRoutes } from './routes/hub-permissions.ts'
import { meRoutes } from './routes/me.ts'
import { moveRoutes } from './routes/moves.ts'
import { overviewRoutes } from './routes/overview.ts'
import { permissionRoutes } from './routes/permissions.ts'

export const accessFeature = (deps: AccessRoutesDeps): ConsoleFeature => ({
  routes(app) {
    meRoutes(app, deps)
    permissionRoutes(app, deps)
    hubPermissionRoutes(app, deps)
    accessListRoutes(app, deps)
    explainRoutes(app, deps)
    changeRoutes(app, deps)
    moveRoutes(app, deps)
    overviewRoutes(app, deps)
    chatAccessRoutes(app, deps)
  },
})
