// The key stays in the page's memory: it is neither stored nor put into an address.
globalThis.SwaggerUIBundle({
  url: '../openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  displayOperationId: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: false,
  supportedSubmitMethods: ['get'],
  tryItOutEnabled: true,
  // By default the document is sent to a validator on another host.
  validatorUrl: null,
});
