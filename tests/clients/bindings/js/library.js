// The modules of the package as they stand in the checkout.

export * from "../../../../clients/bindings/js/node.js";
