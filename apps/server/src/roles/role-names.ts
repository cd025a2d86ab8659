/** The parts of the service; a process runs any of them. One that is added is added here, in `start-server.ts`, and in `docker-compose.yml`. */
export const roleNames = ['gateway', 'projector', 'policies', 'api'] as const
export type RoleName = (typeof roleNames)[number]
