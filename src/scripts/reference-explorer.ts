/** What the browser build of Scalar adds to the window. */
declare const Scalar: { createApiReference(place: string, settings: object): void };

Scalar.createApiReference('#explorer', {
  url: '/openapi.json',
  // The address that the browser knows: the policy of the page allows no other.
  servers: [{ url: location.origin, description: 'This service.' }],
  theme: 'default',
  hideDarkModeToggle: true,
  persistAuth: false,
  // Nothing comes from or goes to another host.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
});
