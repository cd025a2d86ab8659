/** The parts of the service; a process runs any of them. The sink has work only where Kafka is configured. One that is added is added here, in `start-server.ts`, and in `docker-compose.yml`. */
export const roleNames = ['gateway', 'sink', 'projector', 'policies', 'worker', 'api'] as const
export type RoleName = (typeof roleNames)[number]
