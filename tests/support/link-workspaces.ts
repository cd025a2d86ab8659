import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const repository = join(import.meta.dirname, '../..')

/** Links packages of the workspace that were added since the last `npm ci`, so that a branch that was pulled can be checked without it. */
export const linkWorkspaces = (): void => {
  const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { workspaces: string[] }
  const scope = join(repository, 'node_modules/@nightflow')
  if (!existsSync(scope)) return
  for (const manifest of globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: repository },
  )) {
    const link = join(scope, basename(dirname(manifest)))
    if (!existsSync(link)) symlinkSync(relative(scope, join(repository, dirname(manifest))), link, 'junction')
  }
}
